"""Messages, commands and interactions: validated, then stored in the world.

`MessageView` and `ModalView` present messages and modals as users see them.
"""

"""What is said: messages, commands and interactions, checked and then kept in the world.

`MessageView` and `ModalView` show messages and modals as people see them.
"""

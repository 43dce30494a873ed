"""What the coach costs, how accurate it is, and whether a chart keeps what it promises."""

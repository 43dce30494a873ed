-- A table that was closed before its message was kept owes a goodbye, too. Those of before are long forgotten.
UPDATE game_table SET said_goodbye = 1 WHERE closed = 1 AND message_id IS NULL;

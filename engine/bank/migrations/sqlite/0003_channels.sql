-- What the admins of a server set for a channel; a setting that is not here has its default.
CREATE TABLE channel_setting (
    channel_id INTEGER NOT NULL,
    what TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (channel_id, what)
) STRICT, WITHOUT ROWID;

-- Who changed what, and when. NULL is the default.
CREATE TABLE setting_change (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    admin_id INTEGER NOT NULL,
    what TEXT NOT NULL,
    old TEXT,
    new TEXT,
    CHECK (old IS NOT new)
) STRICT;

CREATE INDEX changes_of_channel ON setting_change (channel_id, id);

CREATE TRIGGER setting_change_is_never_changed
BEFORE UPDATE OF id, at, guild_id, channel_id, what, old, new ON setting_change BEGIN
    SELECT RAISE(ABORT, 'the log of the settings is append-only');
END;

CREATE TRIGGER setting_change_forgets_its_admin_alone
BEFORE UPDATE OF admin_id ON setting_change WHEN NEW.admin_id >= 0 BEGIN
    SELECT RAISE(ABORT, 'the log of the settings is append-only');
END;

CREATE TRIGGER setting_change_is_never_deleted BEFORE DELETE ON setting_change BEGIN
    SELECT RAISE(ABORT, 'the log of the settings is append-only');
END;

-- Users who asked to be forgotten: wherever the user's id stood, there is minus this id. None is ever used again.
CREATE TABLE forgotten (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at REAL NOT NULL
) STRICT;

-- How many rounds were settled lately.
CREATE INDEX settled_at ON round (ended_at) WHERE state = 'settled';

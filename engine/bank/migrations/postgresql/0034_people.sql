-- Names are plain texts; they used to be padded with zeros to 128 bytes. Names of forgotten people were all zeros.
DELETE FROM person_name WHERE btrim(name, '\x00') = '';

ALTER TABLE person_name DROP CONSTRAINT person_name_name_check;
ALTER TABLE person_name ALTER COLUMN name TYPE TEXT USING convert_from(btrim(name, '\x00'), 'UTF8');
ALTER TABLE person_name DROP CONSTRAINT person_name_person_guild_id_key;
ALTER TABLE person_name ALTER COLUMN id DROP IDENTITY;
ALTER TABLE person_name DROP COLUMN id;
ALTER TABLE person_name ADD PRIMARY KEY (person, guild_id);

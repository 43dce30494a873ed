DROP TABLE shard;
DELETE FROM setting WHERE key = 'shards';

-- Which process plays each shard, by a random id, until when by the server's clock; -1 is the work common to all
-- processes. All leases have the same number of shards.
CREATE TABLE lease (
    shard BIGINT PRIMARY KEY,
    owner TEXT NOT NULL,
    count BIGINT NOT NULL,
    until DOUBLE PRECISION NOT NULL
);

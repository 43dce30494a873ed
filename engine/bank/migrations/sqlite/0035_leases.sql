-- A server has leases on shards; a file has one process.
DELETE FROM setting WHERE key = 'shards';

-- `link` is a link of Reshard's page, or the JSON that its Export saves. core/bindings/postgresql/README.md has examples.
\echo Use "CREATE EXTENSION reshard" to load this file. \quit

CREATE FUNCTION reshard_owner(link text, key text, moment text DEFAULT 'after') RETURNS text
  AS 'MODULE_PATHNAME', 'pg_reshard_owner_text' LANGUAGE C IMMUTABLE PARALLEL SAFE STRICT;
CREATE FUNCTION reshard_owner(link text, key bytea, moment text DEFAULT 'after') RETURNS text
  AS 'MODULE_PATHNAME', 'pg_reshard_owner_bytea' LANGUAGE C IMMUTABLE PARALLEL SAFE STRICT;
CREATE FUNCTION reshard_moved(link text, key text) RETURNS boolean
  AS 'MODULE_PATHNAME', 'pg_reshard_moved_text' LANGUAGE C IMMUTABLE PARALLEL SAFE STRICT;
CREATE FUNCTION reshard_moved(link text, key bytea) RETURNS boolean
  AS 'MODULE_PATHNAME', 'pg_reshard_moved_bytea' LANGUAGE C IMMUTABLE PARALLEL SAFE STRICT;
CREATE FUNCTION reshard_version() RETURNS text
  AS 'MODULE_PATHNAME', 'pg_reshard_version' LANGUAGE C IMMUTABLE PARALLEL SAFE STRICT;

COMMENT ON FUNCTION reshard_owner(text, text, text) IS 'the node that serves the key, before or after the link''s last change';
COMMENT ON FUNCTION reshard_owner(text, bytea, text) IS 'the node that serves the key, before or after the link''s last change';
COMMENT ON FUNCTION reshard_moved(text, text) IS 'whether the link''s last change moves the key to another node';
COMMENT ON FUNCTION reshard_moved(text, bytea) IS 'whether the link''s last change moves the key to another node';
COMMENT ON FUNCTION reshard_version() IS 'the version of Reshard that this server runs';

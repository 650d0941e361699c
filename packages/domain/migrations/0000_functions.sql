-- Trigrams make a selective regular expression on names fast on any number of accounts.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- A text for comparing, sorting and searching: compatible forms made equal, marks of Latin, Arabic and Hebrew
-- (and the Arabic tatweel) dropped, lower case; an alef with a wasla is an alef, a final sigma a sigma.
CREATE FUNCTION fold(source text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(lower(regexp_replace(
  normalize(source, NFKD),
  U&'[\0300-\036F\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0640\064B-\065F\0670]', '', 'g')),
  U&'\0671\03C2', U&'\0627\03C3');

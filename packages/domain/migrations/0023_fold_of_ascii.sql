-- A text that is all ASCII only has to be made lower case, with the collation "C" so that none makes another letter of it.
-- PL/pgSQL and not SQL: PostgreSQL plans the expression of a generated column for each statement, and would parse and inline a
-- function in SQL each time.
CREATE OR REPLACE FUNCTION fold(source text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(source) = length(source) THEN
    RETURN lower(source COLLATE "C");
  END IF;
  RETURN translate(lower(regexp_replace(
    normalize(source, NFKD),
    U&'[\0300-\036F\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0640\064B-\065F\0670]', '', 'g')),
    U&'\0671\0629\0649\06A9\06CC\0131\03C2\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
    U&'\0627\0647\064A\0643\064Ai\03C301234567890123456789');
END $$;

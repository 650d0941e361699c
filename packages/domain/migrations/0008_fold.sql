-- Letters that people type for one another are one: alef with a wasla and alef, teh marbuta and heh, alef maksura and
-- yeh, the Persian keheh and yeh and the Arabic ones, dotless i and i, final sigma and sigma; so are the digits of
-- Arabic and Persian and those of ASCII.
CREATE OR REPLACE FUNCTION fold(source text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(lower(regexp_replace(
  normalize(source, NFKD),
  U&'[\0300-\036F\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0640\064B-\065F\0670]', '', 'g')),
  U&'\0671\0629\0649\06A9\06CC\0131\03C2\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
  U&'\0627\0647\064A\0643\064Ai\03C301234567890123456789');
--> statement-breakpoint
-- What was folded before is folded again. It is no change of a record: nothing of it in the journal.
ALTER TABLE bills DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE bills SET description = description;
--> statement-breakpoint
ALTER TABLE bills ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE cheques DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE cheques SET serial = serial;
--> statement-breakpoint
ALTER TABLE cheques ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE payees DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE payees SET name = name;
--> statement-breakpoint
ALTER TABLE payees ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE users DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE users SET first_name = first_name;
--> statement-breakpoint
ALTER TABLE users ENABLE TRIGGER USER;

import { type ErrorCode, type IssueCode, issueCodes } from '@daybook/domain';

/** Every code of a failure and its meaning; the compiler holds the list complete. */
export const meanings: Readonly<Record<ErrorCode, string>> = {
  INVALID_JSON: 'the body cannot be read',
  VALIDATION: 'fields at fault, each named in issues',
  INVALID_SEARCH: 'the pattern is invalid or costs too much',
  TOO_MANY_RESULTS: 'over 10 000 rows or 8 MiB: send limit',
  UNKNOWN_REFERENCE: 'a field names a record that does not exist',
  INVALID_CREDENTIALS: 'wrong username or password',
  UNAUTHENTICATED: 'no valid token or session',
  FORBIDDEN: 'the role may not do this',
  NOT_FOUND: 'no such path or record',
  METHOD_NOT_ALLOWED: 'the path has other methods',
  REQUEST_TIMEOUT: 'sent too slowly',
  USERNAME_TAKEN: 'somebody has this username',
  LAST_ADMINISTRATOR: 'one active Administrator must remain',
  SELF_CHANGE: 'not allowed on the own account',
  IDEMPOTENCY_KEY_REUSED: 'the key belongs to another request',
  NOT_DELETED: 'the record is not deleted, so it cannot be restored',
  NOT_UNDOABLE: 'a change of this sort cannot be undone',
  UNDO_CONFLICT: 'the record has changed since, as issues say',
  PRECONDITION_FAILED: 'changed since it was read (If-Match)',
  PAYLOAD_TOO_LARGE: 'the body is over 1 MiB',
  BATCH_TOO_LARGE: 'the answers of a batch are over 16 MiB (tRPC): send the call alone',
  URI_TOO_LONG: 'the address is too long',
  UNSUPPORTED_MEDIA_TYPE: 'the body is not JSON in UTF-8',
  HEADERS_TOO_LARGE: 'the headers are too large',
  TOO_MANY_REQUESTS: 'too many failed attempts',
  UNAVAILABLE: 'the database is away, or the service is overloaded',
  INTERNAL: 'a defect of the service',
};

/** Every code of an issue and its meaning, with the names of its params; the compiler holds the list complete. */
export const issueMeanings: Readonly<Record<IssueCode, string>> = {
  required: 'missing, and cannot be left out',
  empty: 'empty, and must not be',
  no_changes: 'no field to change was sent (`fields`: those there are)',
  not_object: 'not an object',
  not_text: 'not text',
  unstorable_characters: 'holds NUL or an unpaired surrogate',
  control_characters: 'holds control characters',
  too_many_marks: 'more than `max` combining marks in a row',
  too_long: 'more than `max` characters',
  too_short: 'fewer than `min` characters',
  invalid_choice: 'none of `values`',
  invalid_boolean: 'neither true nor false',
  invalid_integer: 'no whole number from `min` to `max`',
  invalid_amount: 'no amount of money, or one with too many digits',
  negative_amount: 'a negative amount where none is allowed',
  invalid_date: 'no day of the calendar from 1900 to 9999',
  invalid_time: 'no time of day',
  time_required: 'a time is missing of a worker who was present',
  invalid_email: 'no e-mail address',
  invalid_phone: 'no phone number in international form',
  invalid_language: 'no language tag',
  invalid_time_zone: 'no IANA time zone',
  invalid_id: 'an identifier that is not text',
  invalid_id_list: 'identifiers that are not text',
  invalid_cursor: 'not the nextCursor of a page of this list',
  unknown_reference: 'names no record that exists',
  changed_since: 'is not `expected`, as the change left it, but `actual`',
  deleted_since: 'the record has been deleted or restored since',
  undone_already: 'the change has been undone already',
  username_taken: 'another user has this username',
  wrong_password: 'not the current password',
  too_many_results: 'more than `max` rows, or more than 8 MiB: send it',
  pattern_too_long:
    'a pattern of more than `max` characters (`position`: the first that is too much, from 1)',
  pattern_unstorable: 'NUL or an unpaired surrogate at `position`',
  pattern_too_costly: 'from `position` on, too many ways to match',
  pattern_trailing_backslash: 'a backslash at the end, at `position`',
  pattern_back_reference: 'the back-reference `sign` at `position`',
  pattern_unknown_escape: '`sign` at `position` has no meaning',
  pattern_open_bracket: 'the bracket at `position` is not closed',
  pattern_wide_ranges: 'more than `max` ranges that end beyond U+FFFF, the last at `position`',
  pattern_unknown_option: 'the group at `position` begins with an option',
  pattern_open_group: 'the group at `position` is not closed',
  pattern_invalid_bound: 'the bound at `position` is malformed or above `max`',
  pattern_nothing_to_repeat: '`sign` at `position` has nothing to repeat',
  pattern_repeated_condition: '`sign` at `position` repeats a condition',
  pattern_nested_repetition: 'the repetition at `position` repeats another',
  pattern_unopened_group: 'the closing parenthesis at `position` closes nothing',
  pattern_too_slow: 'the search took too long',
  pattern_invalid: 'not a regular expression of PostgreSQL',
  invalid: 'anything else',
};

const listed = (meaningOf: Readonly<Record<string, string>>) =>
  Object.entries(meaningOf)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n');

export const failureSchema = {
  type: 'object' as const,
  description: 'The body of every failure, whatever went wrong',
  required: ['success', 'message', 'error'],
  properties: {
    success: { type: 'boolean' as const, const: false },
    message: { type: 'string' as const, description: 'For people: what went wrong and how to correct it' },
    error: {
      type: 'object' as const,
      required: ['code', 'requestId'],
      properties: {
        code: {
          type: 'string' as const,
          enum: Object.keys(meanings),
          description: listed(meanings),
        },
        requestId: { type: 'string' as const, description: 'Names this request in the log' },
        issues: {
          type: 'array' as const,
          description: 'Only where fields are at fault, and then every one of them',
          items: {
            type: 'object' as const,
            required: ['path', 'code', 'message'],
            properties: {
              path: {
                type: 'array' as const,
                items: { type: ['string' as const, 'integer' as const] },
                description: 'The field; empty where the input as a whole is at fault',
              },
              code: { type: 'string' as const, enum: issueCodes, description: listed(issueMeanings) },
              params: {
                type: 'object' as const,
                description:
                  'What the code is about, under the names in its meaning; absent where it has none',
              },
              message: {
                type: 'string' as const,
                description: 'For people, to be read after the field’s name; may be reworded at any time',
              },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

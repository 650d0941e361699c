import type { ErrorCode } from '@daybook/domain';

/** Every code of a failure and its meaning; the compiler holds the list complete. */
export const meanings: Readonly<Record<ErrorCode, string>> = {
  INVALID_JSON: 'the body cannot be read',
  VALIDATION: 'fields at fault, each named in issues',
  INVALID_SEARCH: 'the pattern is invalid or costs too much',
  TOO_MANY_RESULTS: 'over 10 000 rows: send limit',
  UNKNOWN_REFERENCE: 'worker or payee does not exist',
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
  PRECONDITION_FAILED: 'changed since it was read (If-Match)',
  PAYLOAD_TOO_LARGE: 'the body is over 1 MiB',
  URI_TOO_LONG: 'the address is too long',
  UNSUPPORTED_MEDIA_TYPE: 'the body is not JSON in UTF-8',
  HEADERS_TOO_LARGE: 'the headers are too large',
  TOO_MANY_REQUESTS: 'too many failed attempts',
  UNAVAILABLE: 'the database is away, or the service is overloaded',
  INTERNAL: 'a defect of the service',
};

export const failureSchema = {
  type: 'object' as const,
  description: 'The body of every failure, whatever went wrong',
  required: ['success', 'message', 'error'],
  properties: {
    success: { type: 'boolean' as const, const: false },
    message: { type: 'string' as const, description: 'For people: what went wrong and how to mend it' },
    error: {
      type: 'object' as const,
      required: ['code', 'requestId'],
      properties: {
        code: {
          type: 'string' as const,
          enum: Object.keys(meanings),
          description: Object.entries(meanings)
            .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
            .join('\n'),
        },
        requestId: { type: 'string' as const, description: 'Names this request in the log' },
        issues: {
          type: 'array' as const,
          description: 'Only where fields are at fault, and then every one of them',
          items: {
            type: 'object' as const,
            required: ['path', 'message'],
            properties: {
              path: { type: 'array' as const, items: { type: ['string' as const, 'integer' as const] } },
              message: { type: 'string' as const, description: 'How to mend it' },
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

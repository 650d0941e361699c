import { webhookPayloads } from '@daybook/domain';
import { z } from 'zod';

const header = (name: string, description: string, pattern: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const, pattern },
});
const headers = [
  header('webhook-id', 'Of the message: the same at each attempt', '^msg_[0-9a-f]{32}(_[0-9]+)?$'),
  header('webhook-timestamp', 'Of the attempt: seconds since 1970', '^[0-9]+$'),
  header(
    'webhook-signature',
    'For each secret `v1,` and the HMAC-SHA-256 of `{id}.{timestamp}.{body}` in base64, separated by spaces',
    '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$',
  ),
];

/** What is known to the document by its name stands there. */
function schemaOf(payload: z.ZodType) {
  const { $schema: _, $defs: __, ...schema } = z.toJSONSchema(payload);
  return JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'));
}

/** The requests that the service makes to the addresses of webhooks, by what they are about. */
export function webhookRequests() {
  return Object.fromEntries(
    Object.entries<z.ZodType>(webhookPayloads).map(([name, payload]) => [
      name,
      {
        post: {
          operationId: `webhook-${name.replace('.', '-')}`,
          summary: name === 'webhooks.test' ? 'A test' : `A change of ${name}`,
          description: 'To be answered 2xx within 10 seconds. It comes at least once.',
          tags: ['Webhooks'],
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(payload) } },
          },
          responses: {
            '2XX': { description: 'It is accepted' },
            '4XX': { description: 'It is sent again later' },
          },
        },
      },
    ]),
  );
}

import type { AddressInfo } from 'node:net';
import { BillChanges, BillCreate, Credentials, LedgerQuery } from '@daybook/domain';
import express, { type NextFunction, type Request, type Response } from 'express';
import { ZodError } from 'zod';
import { callerOf, createBill, getBill, listBills, logIn, updateBill } from './drizzle.ts';
import { ready } from './settings.ts';

// Express as people write it: JSON parser, a middleware for the token, zod in the handler, an error middleware.
const app = express();
app.use(express.json({ limit: '1mb' }));

const fail = (res: Response, status: number, code: string, message: string) =>
  void res.status(status).json({ success: false, message, error: { code } });

async function staffOnly(req: Request, res: Response, next: NextFunction) {
  const caller = await callerOf(req.headers.authorization);
  if (!caller) return fail(res, 401, 'UNAUTHENTICATED', 'Log in first.');
  if (caller.role === 'User') return fail(res, 403, 'FORBIDDEN', 'Your role does not allow this.');
  res.locals.caller = caller;
  next();
}

const answer = (res: Response, data: unknown) =>
  data ? void res.json({ success: true, data }) : fail(res, 404, 'NOT_FOUND', 'There is no such record.');

app.post('/auth', async (req, res) => {
  const { username, password } = Credentials.parse(req.body);
  const login = await logIn(username, password, req.headers['user-agent'] ?? '', req.ip ?? '');
  if (!login) return fail(res, 401, 'INVALID_CREDENTIALS', 'The username or the password is wrong.');
  res.json({ success: true, data: login });
});

const bills = express.Router();
bills.use(staffOnly);
bills.get('/', async (req, res) => void res.json(await listBills(LedgerQuery.parse(req.query))));
bills.get('/:id', async (req, res) => answer(res, await getBill(req.params.id)));
bills.post('/', async (req, res) => {
  answer(res, await createBill(res.locals.caller.id, BillCreate.parse(req.body)));
});
bills.put('/:id', async (req, res) => {
  answer(res, await updateBill(res.locals.caller.id, req.params.id, BillChanges.parse(req.body)));
});
app.use('/bills', bills);

app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
  if (error instanceof ZodError) fail(res, 400, 'VALIDATION', error.issues[0]?.message ?? '');
  else fail(res, 500, 'INTERNAL', 'Something went wrong.');
});

const server = app.listen(0, '127.0.0.1', () => ready(server.address() as AddressInfo));

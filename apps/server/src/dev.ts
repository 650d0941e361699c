import { notify } from './notices.ts';
import { start } from './run.ts';

// npm run dev: restarted at every change, behind the front-end's dev server, which prints its own address.
await start(() => notify('info', 'The service has started.'));

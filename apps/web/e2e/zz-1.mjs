import { open } from './zz-shots.mjs';

for (const v of ['wide', 'arnarrow']) {
  const { browser, go, shot } = await open(v);
  await go('/');
  await shot('home');
  await go('/cheques');
  await shot('register');
  await go('/cheques/past-due');
  await shot('pastdue');
  await browser.close();
}

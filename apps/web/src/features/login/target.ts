const page = 'https://page.invalid';

/** Whether a browser, or a router that decodes once more, could take it for an address elsewhere. */
function leadsAway(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\\\p{Cc}]/u.test(path)) return true;
  try {
    return new URL(path, page).origin !== page;
  } catch {
    return true;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Where a log-in leads: what stands in the address may come from a stranger's link, so anything but a path of this
 * page is the start page.
 */
export function targetOf(to: string | undefined): string {
  const [path = ''] = to?.split(/[?#]/) ?? [];
  if (to === undefined || leadsAway(to)) return '/';
  for (let text = path, times = 0; ; times += 1) {
    const next = decoded(text);
    if (next === undefined || times > 3 || leadsAway(next)) return '/';
    if (next === text) break;
    text = next;
  }
  return /^\/login\/?$/.test(path) ? '/' : to;
}

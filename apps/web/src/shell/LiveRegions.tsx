import { VisuallyHidden } from '@mantine/core';
import { liveRegion } from '../lib/announce.ts';

const polite = liveRegion('polite');
const assertive = liveRegion('assertive');

/** Where `announce` writes; there from the beginning, since a screen reader hears only what changes. */
export function LiveRegions() {
  return (
    <>
      <VisuallyHidden role="status" ref={polite} />
      <VisuallyHidden role="alert" ref={assertive} />
    </>
  );
}

import { IconReceipt } from '@tabler/icons-react';
import { lazyPage } from '../../lib/lazy-page.ts';
import { listFeature } from '../../list-feature.ts';
import { BillsSearch } from './search.ts';

export const bills = listFeature({
  name: 'bills',
  icon: IconReceipt,
  search: BillsSearch,
  page: lazyPage(() => import('./BillsPage.tsx'), 'BillsPage'),
});

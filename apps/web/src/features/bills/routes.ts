import { IconReceipt } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listFeature } from '../../list-feature.ts';
import { BillsSearch } from './search.ts';

export const bills = listFeature({
  name: 'bills',
  icon: IconReceipt,
  search: BillsSearch,
  page: lazyRouteComponent(() => import('./BillsPage.tsx'), 'BillsPage'),
});

import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { suggestedSerial } from './serials.ts';

/** Cheques are written about in the order of their due dates: the last one is among those due last. */
const latest = 200;

export function useSuggestedSerial(): string | undefined {
  const { data } = useQuery(api.cheques.list.queryOptions({ limit: latest }));
  return data && suggestedSerial(data.items);
}

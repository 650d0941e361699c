const duties = new Set<() => void>();

process.on('exit', () => {
  for (const duty of duties) duty();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Done when this process ends before its time; the answer calls it off. */
export function beforeLeaving(duty: () => void): () => void {
  duties.add(duty);
  return () => duties.delete(duty);
}

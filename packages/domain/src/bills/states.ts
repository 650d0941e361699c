/** What a bill with a due date can be. */
export const billStatuses = ['due', 'paid'] as const;

import { subjectOf } from '../db/repository.ts';
import { factors } from './factors.table.ts';

export const subject = subjectOf(factors, { title: factors.name });

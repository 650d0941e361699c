import { setPriority } from 'node:os';

// A backup runs at the lowest priority: beside tests of a higher one it would wait for as long as these run.
setPriority(19);

/** What a rig needs is missing on this machine. That counts as not run, never as kept. */
export class NotRun extends Error {}

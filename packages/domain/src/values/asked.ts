/** The message of a value that is missing or of the wrong kind: what to send. */
export const asked = (help: string) => ({
  error: (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? `This is required. ${help}` : help,
});

import { type Issue, type IssueCode, type IssueParams, issueAt } from '@daybook/domain';

/** A file that cannot be read, with what its sender is told of it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly issue: Issue;

  constructor(issue: Issue) {
    super(`file ${issue.message}`);
    this.issue = issue;
  }
}

export const unreadable = <Code extends IssueCode>(
  code: Code,
  ...params: IssueParams<Code>
): UnreadableFile => new UnreadableFile(issueAt(['file'], code, ...params));

export const unreadableOption = <Code extends IssueCode>(
  option: string,
  code: Code,
  ...params: IssueParams<Code>
): UnreadableFile => new UnreadableFile(issueAt([option], code, ...params));

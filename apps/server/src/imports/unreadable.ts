import { DomainError, type Issue, type IssueCode, type IssueParams, issueAt } from '@daybook/domain';

/** A file that cannot be read, and the issue that says why. */
export class UnreadableFile extends DomainError {
  readonly issue: Issue;

  constructor(issue: Issue) {
    super('VALIDATION', `${issue.path.join('.')} ${issue.message}.`, { issues: [issue] });
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

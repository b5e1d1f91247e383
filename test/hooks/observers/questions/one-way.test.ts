import { describe, expect, it } from 'vitest';
import { oneWayIn } from '../../../../src/hooks/observers/questions/one-way.ts';

describe('what cannot be taken back (seed 004, one-way safety override)', () => {
  it.each([
    'Delete the old branch?',
    'Deleting user rows is the only way',
    'DROP TABLE users',
    'drop_table',
    'dropTheColumn',
    'Force push to feature/x?',
    'force-push',
    'git push --force',
    'git push -f origin x',
    'git reset --hard HEAD~3',
    'Resetting the database',
    'Deploy now?',
    'Redeploying to staging',
    'Publish 1.2.0 to npm?',
    'Cut the release?',
    'Send the mail to all customers?',
    'It was sent',
    'Pay the invoice?',
    'A payment of 20 EUR',
    'Migrate the schema?',
    'Run the migrations',
    'rm -rf dist',
    'Wipe the disk',
    'This cannot be undone',
    "You can't undo this",
    'irreversible',
    'Remove all user data',
    'Remove the S3 bucket',
    'Push to main',
    'Merge it into main?',
    'Go live tonight?',
    'Roll out to everyone',
    'Shut down the cluster',
    'A breaking change',
    'Is this a one-way door?',
    'terraform apply',
    'Revoke the key',
    'Rotate the token',
    'Cancel the subscription',
    'Overwrite the file',
    'Commit and push?',
    'Push (Recommended)',
    'Push the branch',
    'Squash and merge the PR',
    'Merge PR #12?',
    'Create a pull request?',
    'Open a PR upstream?',
    'Make the repository public?',
    'Upload the crash dump?',
    'Post a comment on the issue?',
    'Share the log with support?',
    'Email the customers?',
    'Post it to Slack?',
    'There is no way to reverse it',
    'No undo',
    'Expose it to the internet?',
    'Stash and lose changes?',
    'Revert all changes?',
    'Any data loss is fine',
    'git clean -fdx',
    'rm the cache',
    'Kill the process on port 3000?',
    'Downgrade the database?',
    'Abandon the rebase',
    'Ｄｅｌｅｔｅ it',
    'del\u200bete it',
    'de\u00adlete it',
  ])('is told by its words: %s', (text) => {
    expect(oneWayIn(['Which one?', text])).not.toBeNull();
  });

  it.each([
    'Which DB?',
    'Fix now (recommended)',
    'Remove the unused import?',
    'A dropdown or a list?',
    'Which name for the variable?',
    'Use tabs or spaces',
    'Add a test first',
    'Which paydays count?',
    'Split the function in two',
    'Push the fix down into the helper',
    'One more test',
    'Merge the two helpers',
    'Create a component',
    'Share code between the two packages',
    'Add a comment to the function?',
    'Commit the change?',
    'Post or get?',
    'Which git client?',
    'Keep undo in the editor',
    'Should the method be public?',
  ])('is not found in %s', (text) => {
    expect(oneWayIn([text])).toBeNull();
  });

  it('is found wherever it stands, also in what nobody recommends and behind a "not"', () => {
    expect(oneWayIn(['Clean up?', 'A) Keep it (recommended)', 'B) Delete it'])).toBe('delete');
    expect(oneWayIn(['Do not delete anything'])).toBe('delete');
  });

  it('takes no time for a long text', () => {
    const started = performance.now();
    oneWayIn(['push '.repeat(100_000), 'x'.repeat(500_000)]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

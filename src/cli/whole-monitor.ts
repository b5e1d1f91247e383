/** For people: what a policy whose `mode` is `monitor` means. */
export const WHOLE_MONITOR = 'the policy as a whole is in monitor mode: gates judge and log, and answer nothing';

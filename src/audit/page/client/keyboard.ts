import { type Action, KEYS } from '../shared/keys.ts';

/** Does what a key stands for, where the reader is not writing. */
export const listenToKeys = (help: HTMLDialogElement, act: (action: Action) => void): void => {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || help.open) return;
    const isWriting = event.target instanceof Element && event.target.matches('input, select');
    if (isWriting && event.key !== 'Escape') return;
    const action = KEYS.find(({ keys }) => keys.length === 1 && keys[0] === event.key)?.action;
    if (action === undefined || action === null) return;
    event.preventDefault();
    act(action);
  });
};

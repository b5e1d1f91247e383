import type { Step } from '../command.ts';
import type { Model, Overlay } from '../model.ts';
import { pressExport } from './export.ts';
import { pressFilter } from './filter.ts';
import { pressHelp } from './help.ts';
import { pressListFilter } from './list-filter.ts';
import { pressPalette } from './palette.ts';
import { pressSearch } from './search.ts';
import { pressWhatIf } from './what-if.ts';

/** What a key does to what lies over the rest. */
export const pressOverlay = (model: Model, overlay: Overlay, key: string): Step => {
  switch (overlay.kind) {
    case 'help':
      return pressHelp(model, overlay, key);
    case 'palette':
      return pressPalette(model, overlay, key);
    case 'list-filter':
      return pressListFilter(model, overlay, key);
    case 'search':
      return pressSearch(model, overlay, key);
    case 'filter':
      return pressFilter(model, overlay, key);
    case 'export':
      return pressExport(model, overlay, key);
    case 'what-if':
      return pressWhatIf(model, key);
  }
};

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}
export declare const packageFolders: (inputs: readonly string[]) => string[];
export declare const noticesOf: (folders: readonly string[]) => string;
export declare const readNotices: (notices: string) => Notice[];

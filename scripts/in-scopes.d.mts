export declare const inScopes: (bundle: string) => string;

export declare const pageAssets: () => Promise<{ readonly style: string; readonly script: string }>;

export declare const findChromium: () => string | null

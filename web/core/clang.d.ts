// The compiler of core/package.json, which is not always installed.
declare module '@yowasp/clang'

/** What is used of it; the types of browsers would bring all of theirs. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...numbers: number[]) => number>>);
    readonly exports: Record<string, unknown>;
  }
}

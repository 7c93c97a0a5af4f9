/**
 * Node's HTTP module. An `import` of it would read each of its exports, and some of them load a whole client with web
 * sockets as soon as they are looked at, which stays in memory.
 */
export const { createServer, IncomingMessage } = process.getBuiltinModule('node:http');

import { describe, expect, it } from 'vitest';
import { surfaceOf } from '../../src/platform/http/surfaces.ts';

describe('the surface of a call', () => {
  it.each([
    ['/v1/photo-requests?limit=1', 'v1'],
    ['/mcp', 'v1'],
    ['/mcp?x', 'v1'],
    ['/mcpx', 'customer'],
    ['/app/api/session', 'app'],
    ['/photos/photo_1', 'photos'],
    ['/r/abc', 'customer'],
    ['/', 'customer'],
  ])('should be by its address, of %s %s', (path, surface) => {
    expect(surfaceOf(path)).toBe(surface);
  });
});

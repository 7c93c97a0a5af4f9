<?php

declare(strict_types=1);

namespace Shutterpost;

/**
 * A list. Iterating reads page after page.
 *
 * @template T
 * @implements \IteratorAggregate<int, T>
 */
final class Pages implements \IteratorAggregate
{
    /** @param \Closure(?string): array<string, mixed> $read */
    public function __construct(private readonly \Closure $read)
    {
    }

    /** @return \Generator<int, T> */
    public function getIterator(): \Generator
    {
        $cursor = null;
        do {
            $page = ($this->read)($cursor);
            foreach ($page['data'] as $each) {
                yield $each;
            }
            $cursor = ($page['meta']['has_more'] ?? false) ? $page['meta']['next_cursor'] : null;
        } while ($cursor !== null);
    }

    /**
     * One page; `meta.next_cursor` is the `cursor` of the next.
     *
     * @return array{data: list<T>, meta: array{request_id: string, has_more: bool, next_cursor: string|null}}
     */
    public function page(): array
    {
        return ($this->read)(null);
    }

    /**
     * All that there are, at most this many.
     *
     * @return list<T>
     */
    public function toArray(int $max): array
    {
        $all = [];
        if ($max <= 0) {
            return $all;
        }
        foreach ($this as $each) {
            $all[] = $each;
            if (count($all) >= $max) {
                break;
            }
        }
        return $all;
    }
}

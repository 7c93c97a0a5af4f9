package shutterpost

import (
	"context"
	"net/url"
)

// Page is one page of a list.
type Page[T any] struct {
	Data []T `json:"data"`
	Meta struct {
		RequestID string `json:"request_id"`
		HasMore   bool   `json:"has_more"`
		// The cursor of the next page; nil after the last.
		NextCursor *string `json:"next_cursor"`
	} `json:"meta"`
}

// Pages is a list that is read page after page. It calls nothing until it is asked.
type Pages[T any] struct {
	read    func(cursor string) (*Page[T], error)
	page    *Page[T]
	at      int
	current T
	err     error
}

func newPages[T any](ctx context.Context, t *transport, c call) *Pages[T] {
	return &Pages[T]{read: func(cursor string) (*Page[T], error) {
		asked := c
		if cursor != "" {
			asked.query = url.Values{"cursor": {cursor}}
			for name, values := range c.query {
				if name != "cursor" {
					asked.query[name] = values
				}
			}
		}
		return sendForBare[Page[T]](ctx, t, asked)
	}}
}

// Next goes to the next object, and is false at the end and after an error.
func (p *Pages[T]) Next() bool {
	if p.err != nil {
		return false
	}
	for p.page == nil || p.at >= len(p.page.Data) {
		cursor := ""
		if p.page != nil {
			if !p.page.Meta.HasMore || p.page.Meta.NextCursor == nil {
				return false
			}
			cursor = *p.page.Meta.NextCursor
		}
		if p.page, p.err = p.read(cursor); p.err != nil {
			return false
		}
		p.at = 0
	}
	p.current = p.page.Data[p.at]
	p.at++
	return true
}

// Current is where Next has gone.
func (p *Pages[T]) Current() T { return p.current }

// Err is why Next has stopped early, if it has.
func (p *Pages[T]) Err() error { return p.err }

// All is for range loops of Go 1.23 and newer: for request, err := range pages.All().
func (p *Pages[T]) All() func(yield func(T, error) bool) {
	return func(yield func(T, error) bool) {
		each := &Pages[T]{read: p.read}
		for each.Next() {
			if !yield(each.current, nil) {
				return
			}
		}
		if each.err != nil {
			var none T
			yield(none, each.err)
		}
	}
}

// Page reads one page.
func (p *Pages[T]) Page() (*Page[T], error) { return p.read("") }

// Slice reads all that there are, at most this many.
func (p *Pages[T]) Slice(max int) ([]T, error) {
	all := []T{}
	each := &Pages[T]{read: p.read}
	for len(all) < max && each.Next() {
		all = append(all, each.current)
	}
	return all, each.err
}

package shutterpost

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strings"
)

// Ptr is for fields that may be left out: shutterpost.Ptr("text").
func Ptr[T any](value T) *T { return &value }

// What is nil is left out; an empty list or map is sent, as it empties what is stored.
func marshalSent(sent any, nulls []string) ([]byte, error) {
	value := reflect.ValueOf(sent)
	fields := map[string]any{}
	known := map[string]bool{}
	for i := 0; i < value.NumField(); i++ {
		name, option, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		known[name] = true
		field := value.Field(i)
		switch field.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Interface, reflect.Slice:
			if field.IsNil() && option == "omitempty" {
				continue
			}
			if field.IsNil() && field.Kind() == reflect.Slice {
				field = reflect.MakeSlice(field.Type(), 0, 0)
			}
		}
		fields[name] = field.Interface()
	}
	for _, name := range nulls {
		if !known[name] {
			return nil, fmt.Errorf("%s has no field %q", value.Type().Name(), name)
		}
		fields[name] = nil
	}
	return json.Marshal(fields)
}

// What is nil, empty or zero is not asked for.
func queryOf[T any](query *T) url.Values {
	values := url.Values{}
	if query == nil {
		return values
	}
	value := reflect.ValueOf(query).Elem()
	for i := 0; i < value.NumField(); i++ {
		field := value.Field(i)
		if field.IsZero() {
			continue
		}
		values.Set(value.Type().Field(i).Tag.Get("query"), queryText(field))
	}
	return values
}

func queryText(value reflect.Value) string {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		return queryText(value.Elem())
	case reflect.Slice:
		texts := make([]string, value.Len())
		for i := range texts {
			texts[i] = queryText(value.Index(i))
		}
		return strings.Join(texts, ",")
	default:
		return fmt.Sprint(value.Interface())
	}
}

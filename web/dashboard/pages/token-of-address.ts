import { useLocation, useParams } from 'react-router';

/** Links carry their token in the path, the query or, out of reach of every log, behind the #. */
export function useTokenOfAddress(): string | null {
  const { token } = useParams();
  const { search, hash } = useLocation();
  return token ?? new URLSearchParams(search).get('token') ?? new URLSearchParams(hash.slice(1)).get('token');
}

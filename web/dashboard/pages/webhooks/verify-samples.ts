// As text, at build time: what the page shows is what the guide shows, and what its tests run.
import go from '../../../../docs/guides/verify-webhooks/verify.go?raw';
import php from '../../../../docs/guides/verify-webhooks/verify.php?raw';
import python from '../../../../docs/guides/verify-webhooks/verify.py?raw';
import shell from '../../../../docs/guides/verify-webhooks/verify.sh?raw';
import typescript from '../../../../docs/guides/verify-webhooks/verify.ts?raw';

export const SAMPLES = [
  { language: 'TypeScript', code: typescript },
  { language: 'Python', code: python },
  { language: 'PHP', code: php },
  { language: 'Go', code: go },
  { language: 'Shell', code: shell },
];

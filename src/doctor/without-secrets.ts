import type { Config } from '../config/config.ts';

/** Error messages of drivers may quote the address they were given; nothing of it that is secret is shown. */
export function secretsRemover(config: Config | undefined, env: NodeJS.ProcessEnv): (text: string) => string {
  const urls = [
    env.DATABASE_URL,
    env.DATABASE_READ_URL,
    env.REDIS_URL,
    env.SMTP_URL,
    env.SMS_URL,
    env.STORAGE_URL,
    env.TSA_URL,
  ].filter((url): url is string => url !== undefined && url !== '');
  const secrets = [config?.secretKey, env.SECRET_KEY, env.SMS_SECRET, ...urls, ...urls.flatMap(passwordsOf)]
    .filter((secret): secret is string => secret !== undefined && secret !== '')
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}

function passwordsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { password } = new URL(url);
  if (password === '') return [];
  return [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

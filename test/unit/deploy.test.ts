import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { lastStage, readDockerfile } from '../helpers/capture/image.ts';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';

const read = (...path: string[]) => readFileSync(join(PROJECT_ROOT, ...path), 'utf8');

/** As many details of the files as these tests look at. */
interface Container {
  image: string;
  build?: string;
  pull_policy?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  restart?: string;
  ports?: string[];
  environment?: Record<string, string>;
  command?: string[];
  healthcheck?: unknown;
  volumes?: string[];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a whole pod specification has too many shapes to write down here.
  spec?: any;
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Container>;
  networks: Record<string, { internal?: boolean } | null>;
};
const own = Object.entries(compose.services).filter(([, { image }]) => image.startsWith('shutterpost'));
const manifests = readdirSync(join(PROJECT_ROOT, 'deploy/kubernetes'))
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(read('deploy/kubernetes', file)))
  .map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
const stage = lastStage(readDockerfile());
const instruction = (name: string) => stage.filter(([given]) => given === name).map(([, rest]) => rest);
const imageEnv = Object.fromEntries(
  instruction('ENV').flatMap((text) => text.split(/\s+/).map((pair) => pair.split('='))),
);

/** The configuration itself tells which names it knows. */
function isSetting(name: string): boolean {
  if (/^(OTEL|NODE)_/.test(name)) return true;
  try {
    readConfig({ [`SHUTTERPOST_${name}`]: 'x' });
    return false;
  } catch (error) {
    return (error as Error).message.includes(`did you mean ${name}?`);
  }
}

function namesIn(envFile: string): string[] {
  return [...envFile.matchAll(/^#?([A-Z_]+)=/gm)].map((match) => match[1] ?? '');
}

describe('settings in the files for deployment', () => {
  const manifestNames = manifests.flatMap(({ data = {}, stringData = {} }) =>
    Object.keys({ ...data, ...stringData }),
  );
  const podNames = deployments.flatMap(({ spec }) =>
    spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name),
  );
  it.each([
    ['Dockerfile', Object.keys(imageEnv)],
    ['compose.yaml', own.flatMap(([, { environment = {} }]) => Object.keys(environment))],
    ['deploy/kubernetes', [...manifestNames, ...podNames]],
    ['deploy/shutterpost.env', namesIn(read('deploy/shutterpost.env'))],
  ])('should all exist: %s', (_file, names) => {
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
  });

  it.each(own)('should be valid as compose.yaml gives them to %s', (_name, { environment = {} }) => {
    const values = { SITE: 'photos.example.com', STORE_KEY: 'GK00', SECRET_KEY: 'x'.repeat(64) };
    const config = readConfig(withValues(environment, values));
    expect(config).toMatchObject({
      isProduction: true,
      publicUrl: 'https://photos.example.com',
      trustProxy: 1,
    });
  });

  it('should be valid as Kubernetes gives them to both kinds of nodes', () => {
    const [settings, secrets] = ['ConfigMap', 'Secret'].map((kind) =>
      manifests.find((found) => found.kind === kind),
    );
    for (const { spec } of deployments) {
      const [{ value: ROLE }] = spec.template.spec.containers[0].env;
      const env = { ...settings?.data, ...secrets?.stringData, ROLE, SECRET_KEY: 'x'.repeat(64) };
      expect(readConfig(env)).toMatchObject({ role: ROLE, isProduction: true });
    }
  });

  it('should be valid in the file for systemd once its secret is filled in', () => {
    const lines = read('deploy/shutterpost.env')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line));
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(readConfig({ ...env, SECRET_KEY: 'x'.repeat(64) })).toMatchObject({
      dataDir: '/var/lib/shutterpost',
    });
    expect(read('deploy/shutterpost.service')).toContain('StateDirectory=shutterpost\n');
  });

  it('should all be in the example that the secrets are created from', () => {
    const used = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1] ?? '');
    expect([...new Set(used)].toSorted()).toEqual(namesIn(read('deploy/example.env')).toSorted());
  });
});

describe('the containers', () => {
  it('should start node itself with the arguments of npm start, in the version of the package', () => {
    const [command = ''] = instruction('CMD');
    const { scripts, version } = JSON.parse(read('package.json'));
    expect(scripts.start).toContain(JSON.parse(command).join(' '));
    expect(instruction('ARG')).toContain(`VERSION=${version}`);
    expect(parse(read('deploy/kubernetes/kustomization.yaml')).images[0].newTag).toBe(version);
  });

  it('should hold only files that the build is given', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    const sources = readDockerfile()
      .split('\n')
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
      .flatMap((line) =>
        line
          .replace(/--\S+ /, '')
          .split(' ')
          .slice(1, -1),
      );
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) {
      expect(existsSync(join(PROJECT_ROOT, source))).toBe(true);
      expect(allowed).toContain(`!${source}`);
    }
  });

  it('should run as no one in particular on a file system that cannot be written to', () => {
    expect(instruction('USER')).toEqual(['1000:1000']);
    expect(own.map(([name]) => name)).toEqual(['api', 'worker']);
    for (const [, container] of own) expect(container.user).toBe('1000:1000');
    for (const { spec } of deployments) {
      const pod = spec.template.spec;
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it.each(Object.entries(compose.services))(
    'should be fenced in, bounded and watched: %s',
    (name, container) => {
      expect(container).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' });
      expect(container.security_opt).toContain('no-new-privileges:true');
      expect(container.mem_limit).toMatch(/^\d+[mg]$/);
      expect(container.image).not.toMatch(/^[^:]+$|minio/);
      if (!own.some(([ownName]) => ownName === name)) expect(container.healthcheck).toBeDefined();
      expect(container.ports === undefined).toBe(name !== 'caddy');
    },
  );

  it('should be built once, or each start would replace what another one runs', () => {
    expect(own.filter(([, { build }]) => build !== undefined)).toHaveLength(1);
    expect(compose.services.worker?.pull_policy).toBe('never');
  });

  it.each(['deploy/Caddyfile', 'docs/guides/operating.md'])(
    'should keep keys and links out of what Caddy notes of calls that fail: %s',
    (file) => {
      const filter = /log \{\s+format filter \{\s+wrap json\s+fields \{([^}]+)\}/.exec(read(file))?.[1];
      expect(filter).toContain('request>headers delete');
      expect(filter).toContain('request>uri delete');
    },
  );

  it('should agree on ports and folders', () => {
    expect(imageEnv).toMatchObject({ PORT: '3000', DATA_DIR: '/data', HOST: '0.0.0.0' });
    expect(instruction('EXPOSE')).toEqual(['3000']);
    expect(read('deploy/Caddyfile')).toMatch(/name api\s+port 3000/);
    expect(read('deploy/Caddyfile')).toContain('path /shutterpost-store /shutterpost-store/*');
    expect(compose.services.store?.environment?.GARAGE_DEFAULT_BUCKET).toBe('shutterpost-store');
    for (const [, { environment, volumes }] of own) {
      expect(environment).toMatchObject({ PORT: '3000', DATA_DIR: '/data' });
      expect(environment?.STORAGE_URL).toContain('@shutterpost-store?');
      expect(volumes).toEqual(['files:/data']);
    }
    for (const { spec } of deployments) {
      const [container] = spec.template.spec.containers;
      expect(container.ports).toEqual([
        { name: 'http', containerPort: 3000 },
        { name: 'metrics', containerPort: 9464 },
      ]);
      expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
        '/data',
        '/tmp',
      ]);
      expect(spec.template.metadata.annotations['prometheus.io/port']).toBe('9464');
      expect(container.readinessProbe.httpGet.path).toBe('/readyz');
      expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    }
  });

  it('should be given the time that a shutdown may take', () => {
    const limit = Number(/SHUTDOWN_LIMIT_MS = (\d+)_000/.exec(read('src/server.ts'))?.[1]);
    expect(limit).toBeGreaterThan(0);
    for (const { spec } of deployments) {
      const pod = spec.template.spec;
      const pause = pod.containers[0].lifecycle?.preStop.sleep.seconds ?? 0;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(limit + pause);
    }
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1])).toBeGreaterThan(limit);
    const unit = read('deploy/shutterpost.service');
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(limit);
  });
});

describe('the manifests', () => {
  it('should be listed, all of them, and select the pods that there are', () => {
    const { resources } = parse(read('deploy/kubernetes/kustomization.yaml'));
    const files = readdirSync(join(PROJECT_ROOT, 'deploy/kubernetes'));
    const expected = files.filter((file) => !['kustomization.yaml', 'secret.yaml'].includes(file));
    expect(resources.map((file: string) => file.replace('secret.', 'secret.example.')).toSorted()).toEqual(
      expected,
    );
    for (const { spec, metadata } of deployments) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      expect(spec.selector.matchLabels['app.kubernetes.io/component']).toBe(metadata.name);
    }
    const service = manifests.find(({ kind }) => kind === 'Service');
    expect(service?.spec.selector).toEqual({ 'app.kubernetes.io/component': 'api' });
  });
});

/** As Compose puts the values of .env into a file. */
function withValues(
  environment: Record<string, string>,
  values: Record<string, string>,
): Record<string, string> {
  const pairs = Object.entries(environment).map(([name, text]) => [
    name,
    text.replace(/\$\{([A-Z_]+)(?::([?-])([^}]*))?\}/g, (_whole, key: string, kind?: string, other = '') =>
      kind === '-' ? other : (values[key] ?? 'secret'),
    ),
  ]);
  return Object.fromEntries(pairs);
}

// Writes a software bill of materials (CycloneDX, JSON) to standard output: what the package was made with, from the lock file.
// Needs no network and no installed package. The same sources give the same bytes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readNotices } from './notices.mjs';

const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const bundled = new Set(
  readNotices(readFileSync('dist/THIRD-PARTY-NOTICES.txt', 'utf8')).map((each) => `${each.name}@${each.version}`),
);
const args = ['sbom', '--package-lock-only', '--offline', '--sbom-format', 'cyclonedx'];
const said = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1 << 26 }));

// What another call, folder or registry would say otherwise is no fact about the package.
const { serialNumber, metadata, components, ...rest } = said;
const { timestamp, component, ...about } = metadata;
const withoutPlaces = ({ externalReferences, properties, ...facts }) => facts;

const sbom = {
  ...rest,
  metadata: { ...about, component: { ...withoutPlaces(component), name } },
  components: components.map((each) => ({
    ...withoutPlaces(each),
    // In the bundles, or only a tool that built and tested them.
    scope: bundled.has(`${each.name}@${each.version}`) ? 'required' : 'excluded',
  })),
};
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);

import { edits, fails, prints, runs, type Story, says, stops, writes } from './story.ts';

/** Words only. */
const documents: Story = {
  title: 'documents alone',
  has: { 'README.md': '# Tool\n', 'docs/guide.md': '# Guide\n', 'src/tool.py': 'print(1)\n' },
  branch: 'main',
  steps: [
    says('Explain the installation in the README and the guide'),
    edits('README.md', '# Tool\n', '# Tool\n\nInstall it with `pip install tool`.\n'),
    writes('docs/install.md', '# Installation\n\nUse pip.\n'),
    writes('CHANGELOG.md', '# Changelog\n'),
    prints('npx markdownlint-cli2 "**/*.md"', 'Summary: 0 error(s)\n'),
    runs('git add README.md docs CHANGELOG.md && git commit -q -m "Explain the installation"'),
    runs('git push -q'),
    stops('Written and pushed.'),
  ],
  standard: [],
};

/** Data and a notebook, in a repository that has no tests and never had any. */
const notebook: Story = {
  title: 'a notebook and a script for data',
  has: {
    'requirements.txt': 'pandas\n',
    'analysis.ipynb': '{ "cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5 }\n',
    'data/sales.csv': 'day,sum\n1,2\n',
  },
  branch: 'main',
  steps: [
    says('Clean the sales data, and plot it'),
    runs('head -5 data/sales.csv && wc -l data/sales.csv'),
    writes('clean.py', 'import csv\n\nrows = list(csv.reader(open("data/sales.csv")))\nprint(len(rows))\n'),
    runs('python3 clean.py > /tmp/rows-of-a-story.txt; rm -f /tmp/rows-of-a-story.txt'),
    prints('jupyter nbconvert --to notebook --execute --inplace analysis.ipynb', '[NbConvertApp] Writing 589 bytes\n', {
      'analysis.ipynb': '{ "cells": [{}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5 }\n',
    }),
    runs('rm -rf __pycache__ .ipynb_checkpoints data/tmp'),
    runs('git add clean.py analysis.ipynb && git commit -q -m "Clean the sales data"'),
    stops('Cleaned and plotted.'),
  ],
  standard: [],
};

/** Nothing here has tests: a plan of what would change is what people look at. */
const infrastructure: Story = {
  title: 'infrastructure: YAML, Docker, Terraform',
  has: {
    'docker-compose.yml': 'services:\n  web:\n    image: nginx\n',
    Dockerfile: 'FROM node:22\n',
    'k8s/web.yaml': 'kind: Deployment\n',
    'terraform/main.tf': 'resource "null_resource" "a" {}\n',
    '.github/workflows/ci.yml': 'on: push\n',
    'scripts/deploy.sh': '#!/bin/sh\nkubectl apply -f k8s\n',
  },
  branch: 'ops/memory',
  steps: [
    says('Give the web service more memory, and pin the image'),
    edits('docker-compose.yml', 'image: nginx', 'image: nginx:1.27\n    mem_limit: 512m'),
    edits('Dockerfile', 'node:22', 'node:22.12-slim'),
    edits('k8s/web.yaml', 'kind: Deployment', 'kind: Deployment # 512Mi'),
    edits('.github/workflows/ci.yml', 'on: push', 'on: [push, pull_request]'),
    edits('scripts/deploy.sh', 'apply -f k8s', 'apply --server-side -f k8s'),
    prints('docker compose config -q', ''),
    prints('docker compose up -d --build && docker compose ps', 'web  running\n'),
    prints('docker compose logs web --tail 20', 'ready\n'),
    prints('docker compose down -v', 'removed\n'),
    prints('docker system prune -f', 'Total reclaimed space: 1GB\n'),
    prints('kubectl diff -f k8s', ''),
    prints('cd terraform && terraform plan -out plan.tfplan', 'Plan: 0 to add, 1 to change, 0 to destroy.\n'),
    runs('git add -A && git commit -q -m "More memory for the web service"'),
    runs('git push -q -u origin HEAD'),
    stops('Pushed.'),
  ],
  standard: [],
};

/** What builds leave is taken away, and built again. */
const cleaning: Story = {
  title: 'build output is cleaned away',
  has: {
    'package.json': '{ "name": "app", "scripts": { "build": "tsc" } }\n',
    'src/index.ts': 'export {};\n',
    Makefile: 'clean:\n\trm -rf build\n',
  },
  branch: 'main',
  steps: [
    says('The build is broken in odd ways. Clean everything and build again.'),
    prints('npm run build', 'done\n', {
      'dist/index.js': 'export {};\n',
      'node_modules/a/index.js': '1\n',
      'build/a.o': 'x',
    }),
    runs('rm -rf dist node_modules'),
    runs('rm -rf ./build/ .cache coverage && rm -f *.log'),
    runs('make clean'),
    runs('find . -name "__pycache__" -type d -exec rm -rf {} +'),
    runs('find . -name .DS_Store -delete'),
    prints('rm -rf node_modules/.cache && npm ci', 'added 3 packages\n'),
    prints('npx rimraf dist && npm run build', 'done\n'),
    prints('npm cache clean --force', ''),
    runs('git clean -nxd'),
    prints('cargo clean 2>/dev/null; ./gradlew clean || true', ''),
    stops('It builds again.'),
  ],
  standard: [],
};

/** Servers start, are looked at, and end. */
const servers: Story = {
  title: 'development servers are started, looked at and ended',
  has: { 'package.json': '{ "name": "app", "scripts": { "dev": "vite" } }\n', 'src/app.js': 'export {};\n' },
  branch: 'feature/login',
  steps: [
    says('Start the dev server and look whether the login page is served'),
    prints('npm run dev > dev.log 2>&1 &', ''),
    prints('sleep 2; curl -s -o /dev/null -w "%{http_code}" http://localhost:5173/login', '200'),
    prints('lsof -ti:5173', '4711\n'),
    prints('curl -s http://localhost:5173/api/health | jq .status', '"ok"\n'),
    prints('python3 -m http.server 8000 >/dev/null 2>&1 & echo $!', '4712\n'),
    prints('kill 4712', ''),
    prints('lsof -ti:5173 | xargs kill -9', ''),
    prints('pkill -f vite || true', ''),
    prints('tail -20 dev.log', 'ready in 300 ms\n'),
    prints('curl -fsSL https://example.test/schema.json -o src/schema.json', '', { 'src/schema.json': '{}\n' }),
    stops('It answers 200.', [{ id: 'b1', type: 'shell', status: 'running', command: 'npm run dev' }]),
  ],
  standard: [],
};

/** A column is added, on the database of this machine. */
const migration: Story = {
  title: 'a migration on the local database',
  has: {
    'package.json': '{ "name": "app", "scripts": { "test": "vitest run" } }\n',
    'prisma/schema.prisma': 'model User {\n  id Int @id\n}\n',
    'src/users.ts': 'export const users = [];\n',
    '.env.example': 'DATABASE_URL=postgres://localhost/app_dev\n',
  },
  branch: 'feature/email',
  steps: [
    says('Add an e-mail address to users'),
    edits('prisma/schema.prisma', 'id Int @id', 'id Int @id\n  email String?'),
    prints('npx prisma migrate dev --name add-email', 'Applied.\n', {
      'prisma/migrations/1_add_email/migration.sql': 'ALTER TABLE "User" ADD COLUMN "email" TEXT;\n',
    }),
    prints('psql postgres://localhost/app_dev -c "select count(*) from \\"User\\""', ' 3\n'),
    prints('psql -d app_dev -c "update \\"User\\" set email = \'a@example.test\' where id = 1"', 'UPDATE 1\n'),
    prints('createdb app_test && psql app_test -f prisma/migrations/1_add_email/migration.sql', ''),
    prints('npx prisma db seed', 'seeded\n'),
    fails('npm test', ' Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n'),
    edits('src/users.ts', '[]', '[{ id: 1, email: null }]'),
    prints('npm test', ' Test Files  1 passed (1)\n      Tests  2 passed (2)\n'),
    runs('git add -A && git commit -q -m "Users have e-mail addresses"'),
    prints('npx prisma migrate reset --force', 'Database reset.\n'),
    prints('dropdb app_test', ''),
    stops('Migrated.'),
  ],
  standard: [
    {
      step: 'edit src/users.ts',
      says: 'advise test-gate/tests-fail',
      agreed: 'the agent is told once a run that the tests are red, and goes on: no write is held up',
    },
    {
      step: 'npx prisma migrate reset --force',
      says: 'ask guard/database-reset',
      agreed:
        'all rows of the development database go, which somebody may have typed in by hand; the tool asks that itself, and --force answers it',
    },
  ],
};

export const WORK_STORIES: readonly Story[] = [documents, notebook, infrastructure, cleaning, servers, migration];

import type { Run } from '../run.ts';

/**
 * Whether a tool of a framework would make a project's database anew, and lose what is in it (the manuals of Rails,
 * Prisma, Django, Laravel, Ecto, Entity Framework, Alembic, Sequelize, TypeORM, Diesel, sqlx, Supabase, Doctrine). A
 * database for tests is there to be lost.
 */
export const resetOf = ({ program, args, variables }: Run): boolean => {
  const words = args.map(({ value }) => value ?? '');
  if (variables.some(({ name, value }) => name.endsWith('_ENV') && value === 'test') || words.includes('--env=test'))
    return false;
  if (words.some((word) => word === '--help' || word === '-h')) return false;
  const tool = program?.replace(/^python[\d.]*$/, 'python') ?? '';
  const pattern = Object.hasOwn(RESETS, tool) ? RESETS[tool] : undefined;
  return pattern?.test(words.join(' ')) === true;
};

const RAILS = /(?:^|\s)db:(?:drop|reset|schema:load|purge|migrate:reset|truncate_all|seed:replant|setup)(?:[\s:]|$)/;
const DJANGO = /^(?:\S*manage\.py )?(?:flush|reset_db)(?:\s|$)/;
const DOCTRINE = /(?:^|\s)doctrine:(?:database|schema):drop(?:\s|$)/;
const LARAVEL = /(?:^|\s)(?:migrate:(?:fresh|refresh|reset)|db:wipe)(?:\s|$)/;

const RESETS: Readonly<Record<string, RegExp>> = {
  rails: RAILS,
  rake: RAILS,
  prisma: /^migrate reset(?:\s|$)|^db push .*--(?:force-reset|accept-data-loss)/,
  python: DJANGO,
  'manage.py': DJANGO,
  'django-admin': DJANGO,
  php: new RegExp(`${LARAVEL.source}|${DOCTRINE.source}`),
  artisan: LARAVEL,
  console: DOCTRINE,
  mix: /(?:^|\s)ecto\.(?:drop|reset)(?:\s|,|$)/,
  dotnet: /^ef database drop(?:\s|$)/,
  alembic: /(?:^|\s)downgrade base(?:\s|$)/,
  flask: /^db downgrade base(?:\s|$)/,
  sequelize: /^db:drop(?:\s|$)/,
  'sequelize-cli': /^db:drop(?:\s|$)/,
  typeorm: /^schema:drop(?:\s|$)/,
  diesel: /^database reset(?:\s|$)/,
  sqlx: /^(?:database|db) (?:drop|reset)(?:\s|$)/,
  supabase: /^db reset(?:\s|$)/,
};

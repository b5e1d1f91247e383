import { type Comment, commentsIn } from './comments.ts';
import type { Piece } from './cursor.ts';

/** What the comments before the first statement of a file say. */
export interface Opening {
  /** How the comment begins that says what the file is about; null without one. */
  readonly header: string | null;
  /** One of them says that a program made the file. */
  readonly isGenerated: boolean;
}

/** Pieces before the first statement that are looked at. */
const MOST_PIECES = 200;
/** UTF-16 units of a header that are kept. */
const LONGEST_HEADER = 100;

/**
 * Reads what stands before the first statement. A shebang, lines that set an encoding or tell a tool what to do, a licence,
 * and what a file has to begin with (`<?php`, `'use strict'`, `#pragma once`) are no statements and no header.
 */
export const openingOf = (text: string, pieces: readonly Piece[]): Opening => {
  const comments = commentsIn(text, beforeStatement(text, pieces));
  const said = comments.flatMap(wordsOf);
  return {
    header: said[0]?.slice(0, LONGEST_HEADER) ?? null,
    isGenerated: comments.some(({ lines }) => lines.some((line) => GENERATED.test(line.text))),
  };
};

const beforeStatement = (text: string, pieces: readonly Piece[]): Piece[] => {
  const before: Piece[] = [];
  for (const piece of pieces.slice(0, MOST_PIECES)) {
    if (piece.kind !== 'comment' && !isPrologue(text.slice(piece.start, Math.min(piece.end, piece.start + 2000))))
      break;
    before.push(piece);
  }
  return before;
};

/** White space, and what a file begins with before it says anything; in code, each on lines of its own. */
const isPrologue = (code: string): boolean =>
  code.split('\n').every((line) => PROLOGUE.test(line.trim().replace(/^\ufeff/, '')));

const PROLOGUE = new RegExp(
  [
    ';',
    '<\\?(?:php|=)?',
    'declare\\s*\\(.*\\)\\s*;',
    '[\'"]use [a-z ]+[\'"];?',
    '<(?:script|template)\\b[^>]*>',
    '---',
    '#\\s*pragma once',
    '#\\s*(?:ifndef|define)\\s+\\w+',
    '#\\s*nullable \\w+',
    '#!\\[.*\\]',
    'use (?:strict|warnings|utf8|v?5[\\d.]*)\\s*;',
    'defmodule\\s+[\\w.]+\\s+do',
    '@(?:module)?doc',
  ]
    .map((each) => `^${each}$`)
    .concat('^$')
    .join('|'),
);

/** Lines of a comment that say something, without those that only tools and lawyers read. */
const wordsOf = ({ lines }: Comment): string[] => {
  const said: string[] = [];
  let isInLicence = false;
  for (const { text } of lines) {
    if (text === '') isInLicence = false;
    else if (isLicence(text)) isInLicence = true;
    else if (!isInLicence && !DIRECTIVE.test(text) && WORD.test(withoutTag(text)) && !PATH.test(text)) said.push(text);
  }
  return said;
};

/** `@file`, `@module`, `Description:` announce what the file is about and say nothing themselves. */
const withoutTag = (text: string): string =>
  text.replace(/^[@\\](?:file\w*|module|overview|packageDocumentation|brief|author|version|since|date)\b:?/, '');

const WORD = /\p{L}{2}/u;
/** The name of a file alone. */
const PATH = /^\S*\w\.\w{1,6}$/;

/** A licence goes on to the end of its paragraph. */
const isLicence = (text: string): boolean => NAMED_HOLDER.test(text) || LICENCE.test(text);

const NAMED_HOLDER = /^Copyright (?:of |by |the )?[A-Z]/;
const LICENCE = new RegExp(
  [
    '\\bcopyright:?\\s*(?:\\(c\\)|©|\\d{4})',
    '^(?:\\(c\\)|©)',
    'spdx-license-identifier',
    '^@?licen[cs]e:?(?:\\s+\\S+)?$',
    '\\b(?:licensed|released|distributed|available) under\\b',
    '\\blicensed to the\\b',
    '\\b(?:mit|bsd|isc|apache|mozilla public|general public) licen[cs]e\\b',
    'all rights reserved',
    'permission is hereby granted',
    'the software is provided',
    'redistributions? (?:and use|of|in)\\b',
    'you may (?:not use|obtain a copy)',
    'unless required by applicable',
    'source code is governed by',
    'this (?:program|library|software) is (?:free|distributed)',
    'this file is part of',
  ].join('|'),
  'i',
);

/** What tools are told, in the spelling that they read. */
const DIRECTIVE = new RegExp(
  [
    // Shebangs, encodings and editors
    '!\\s*/',
    '-\\*-',
    '(?:vim?|ex):',
    '(?:file)?encoding[:=]|coding[:=]',
    'Local Variables:',
    // JavaScript
    '(?:es|ts|js|ox|style)lint[-:]|eslint [\\w@/-]+:',
    'js[hl]int\\b|globals? [\\w$]+(?::\\s*\\w+)?(?:,[\\w$: ]+)*$',
    '@(?:ts-|flow\\b|noflow\\b|format\\b|jsx|jest-|vitest-|preserve\\b|prettier\\b)',
    '(?:prettier|biome|oxlint|deno-lint|deno-fmt)-ignore',
    '(?:istanbul|c8|v8) ignore',
    '(?:cspell|spell-checker):',
    'use (?:strict|client|server)\\b',
    '<(?:reference|amd-)',
    '[#@] ?sourceMappingURL',
    '#(?:end)?region\\b',
    // Go, Python, Ruby and others
    'go:\\w|\\+build\\b|nolint\\b',
    '(?:pylint|flake8|mypy|ruff|isort|fmt|pyright|yapf|black|pyre):|type:\\s*ignore|noqa\\b|pragma:',
    '(?:frozen_string_literal|warn_indent|typed|rubocop):',
    'shellcheck (?:disable|enable|source|shell)=',
    '(?:swiftlint|swiftformat|phpcs):|swift-tools-version|ktlint-|clang-format o|phpstan-|psalm-|language=',
    '# ?[A-Z_]+ .*#$',
    '(?:TODO|FIXME)\\b\\W{0,5}$',
  ]
    .map((each) => `^(?:${each})`)
    .join('|'),
);

const NO_HANDS = "(?:do not|don't) (?:edit|modify|change)";
const GENERATED = new RegExp(
  [
    '@generated\\b',
    '^<auto-generated',
    `\\bgenerated\\b.*\\b${NO_HANDS}`,
    `\\b${NO_HANDS}\\b.*\\bgenerated\\b`,
    '^(?:this|the) (?:file|code) (?:is|was|has been) (?:auto(?:matically)?[- ]?)?generated\\b',
    '^(?:auto(?:matically)?[- ]?)?generated (?:by|from|with)\\b',
  ].join('|'),
  'i',
);

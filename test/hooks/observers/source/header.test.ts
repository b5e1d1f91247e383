import { describe, expect, test } from 'vitest';
import { openingOf } from '../../../../src/hooks/observers/source/header.ts';
import { languageOf } from '../../../../src/hooks/observers/source/languages.ts';
import { scan } from '../../../../src/hooks/observers/source/scan.ts';

const read = (text: string, name = 'src/a.ts') => {
  const syntax = languageOf(name, text);
  if (syntax === null) throw new Error(name);
  return openingOf(text, scan(text, syntax));
};

const MIT = [
  'MIT License',
  '',
  'Copyright (c) 2024 Acme',
  '',
  'Permission is hereby granted, free of charge, to any person obtaining a copy',
  'of this software and associated documentation files.',
];
const APACHE = [
  'Copyright 2024 Acme Inc.',
  'Licensed under the Apache License, Version 2.0 (the "License");',
  'you may not use this file except in compliance with the License.',
];
const block = (lines: readonly string[]): string => `/*\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;

/** How the licences begin that most files carry, and how their paragraphs do. */
const LICENCES: readonly (readonly string[])[] = [
  [
    ...MIT,
    '',
    'The above copyright notice and this permission notice shall be included in all',
    'copies or substantial portions of the Software.',
    '',
    'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR',
    'IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY.',
  ],
  [
    'This Source Code Form is subject to the terms of the Mozilla Public',
    'License, v. 2.0. If a copy of the MPL was not distributed with this',
    'file, You can obtain one at http://mozilla.org/MPL/2.0/.',
  ],
  [
    'Permission to use, copy, modify, and/or distribute this software for any',
    'purpose with or without fee is hereby granted.',
    '',
    'THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES',
  ],
  [
    "This software is provided 'as-is', without any express or implied",
    'warranty.',
    '',
    'Permission is granted to anyone to use this software for any purpose.',
    '',
    '1. The origin of this software must not be misrepresented.',
    '',
    '2. Altered source versions must be plainly marked as such.',
    '',
    '3. This notice may not be removed or altered.',
  ],
  [
    'This is free and unencumbered software released into the public domain.',
    '',
    'Anyone is free to copy, modify, publish, use, compile, sell, or',
    'distribute this software.',
    '',
    'For more information, please refer to <http://unlicense.org/>',
  ],
  [
    'Copyright (c) 1997, 2023, Acme and/or its affiliates. All rights reserved.',
    'DO NOT ALTER OR REMOVE COPYRIGHT NOTICES OR THIS FILE HEADER.',
    '',
    'This code is free software; you can redistribute it and/or modify it',
    'under the terms of the GNU General Public License version 2 only.',
    '',
    'You should have received a copy of the GNU General Public License version',
    '2 along with this work.',
  ],
  [
    'Redistribution and use in source and binary forms, with or without',
    'modification, are permitted provided that the following conditions are met:',
    '',
    '3. Neither the name of the copyright holder nor the names of its contributors',
    'may be used to endorse products.',
    '',
    'THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"',
  ],
  [
    'ACME CONFIDENTIAL',
    'Unauthorized copying of this file, via any medium, is strictly prohibited.',
    'Proprietary and confidential.',
  ],
];

const WITH: readonly (readonly [string, string, string])[] = [
  ['a comment', 'a.ts', '/** Totals of a cart. */\nrun();'],
  ['line comments', 'a.ts', '// Totals of a cart.\nrun();'],
  ['a shebang above', 'a.ts', '#!/usr/bin/env node\n/** Totals of a cart. */\n'],
  ['a byte order mark above', 'a.ts', '\ufeff// Totals of a cart.\n'],
  ['a licence above', 'a.ts', `${block(MIT)}\n/** Totals of a cart. */\n`],
  ['another licence above', 'a.ts', `${block(APACHE)}\n// Totals of a cart.\n`],
  ['a licence below, in the same comment', 'a.ts', '/*\n * Totals of a cart.\n * Copyright 2024 Acme\n */\n'],
  ['a short licence above', 'a.ts', '// SPDX-License-Identifier: MIT\n\n// Totals of a cart.\n'],
  ["'use strict' above", 'a.js', "'use strict';\n\n// Totals of a cart.\nrun();"],
  ["'use client' above", 'a.tsx', '"use client"\n/** Totals of a cart. */\nrun();'],
  ['directives above', 'a.ts', '// @ts-check\n/* eslint-disable no-console */\n// Totals of a cart.\n'],
  ['a tag with words', 'a.ts', '/** @file totals of a cart */\n'],
  ['an annotation', 'a.ts', '/**\n * @decision DEC-CART-001\n * @title Totals in cents\n */\n'],
  ['words about licences', 'a.ts', '// Which licence keys a shop has, and what they unlock.\n'],
  ['words about copyright', 'a.ts', '// Copyright claims of users, and who answers them.\n'],
  ['words about globals', 'a.ts', '// globals of the page that tests replace\n'],
  ['words in another script', 'a.ts', '// 購物車的總額\n'],
  ['a docstring', 'a.py', '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n"""Totals of a cart."""\nimport os\n'],
  ['a comment', 'a.py', '# Totals of a cart.\nimport os\n'],
  ['a magic comment above', 'a.rb', '# frozen_string_literal: true\n\n# Totals of a cart.\nclass Cart; end\n'],
  ['a block', 'a.rb', '=begin\nTotals of a cart.\n=end\nclass Cart; end\n'],
  ['a build tag above', 'a.go', '//go:build linux\n\n// Package cart has totals.\npackage cart\n'],
  ['inner attributes above', 'a.rs', '#![allow(dead_code)]\n//! Totals of a cart.\nuse std::fmt;\n'],
  ['an opening tag above', 'a.php', '<?php\n\ndeclare(strict_types=1);\n\n/**\n * Totals of a cart.\n */\n'],
  ['a guard above', 'a.hpp', '#pragma once\n// Totals of a cart.\n#include <x>\n'],
  ['an old guard above', 'a.h', '#ifndef CART_H\n#define CART_H\n\n/* Totals of a cart. */\n'],
  ['a shebang above', 'a.sh', '#!/bin/bash\n# Totals of a cart.\nset -e\n'],
  ['pragmas above', 'a.hs', '{-# LANGUAGE OverloadedStrings #-}\n-- | Totals of a cart.\nmodule Cart where\n'],
  ['a moduledoc', 'a.ex', 'defmodule Cart do\n  @moduledoc """\n  Totals of a cart.\n  """\n'],
  ['a comment of the page', 'a.vue', '<!-- Totals of a cart. -->\n<template></template>'],
  ['a comment in its script', 'a.vue', '<script setup lang="ts">\n// Totals of a cart.\n</script>'],
  ['pragmas above', 'a.pl', 'use strict;\nuse warnings;\n\n# Totals of a cart.\n'],
  ['a licence of one line right above', 'a.sh', '# SPDX-License-Identifier: MIT\n# Totals of a cart.\nset -e\n'],
  ['an owner right above', 'a.ts', '// Copyright 2024 Acme\n// Totals of a cart.\n'],
  ['its author above', 'a.ts', '/**\n * @author Jane Doe\n * Totals of a cart.\n */\n'],
  [
    'what an editor puts above',
    'a.swift',
    '//\n//  Cart.swift\n//  Shop\n//\n//  Created by Jane on 1/2/24.\n//\n// Totals.\n',
  ],
  [
    'a tag of its owner above',
    'a.cs',
    '// <copyright file="A.cs">\n// Copyright (c) Acme.\n// </copyright>\n// Totals.\n',
  ],
  [
    'attributes over lines above',
    'a.rs',
    '#![warn(\n    clippy::all,\n    rust_2018_idioms\n)]\n//! Totals of a cart.\n',
  ],
  ['attributes with strings above', 'a.rs', '#![cfg_attr(feature = "x", feature(y))]\n//! Totals of a cart.\n'],
  [
    'annotations of the file above',
    'a.kt',
    '@file:JvmName("Carts")\n@file:Suppress("x")\n\n/** Totals. */\npackage cart\n',
  ],
  ['a declaration beside the opening tag', 'a.php', '<?php declare(strict_types=1);\n\n/** Totals of a cart. */\n'],
  [
    'settings of the compiler above',
    'a.cs',
    '#nullable enable\n#pragma warning disable CS1591\n// Totals.\nusing System;\n',
  ],
  ['the module above', 'a.elm', 'module Cart exposing (total, Cart(..))\n\n{-| Totals of a cart. -}\n'],
  ['words about addresses', 'a.ts', '// Totals that are available under /api/carts.\n'],
  ['words about keys', 'a.ts', '// Licence keys\n'],
  ['words about permissions', 'a.ts', '// Permission is granted to carts by roles.\n'],
  ['words about other hands', 'a.ts', '// Written by the importer of carts, one line each.\n'],
  ['words about spreading', 'a.ts', '// This module is distributed over carts.\n'],
  ['a comment', 'a.lua', '--[[ Totals of a cart. ]]\n'],
  ['a comment', 'a.sql', '-- Totals of a cart.\nselect 1;'],
];

const WITHOUT: readonly (readonly [string, string, string])[] = [
  ['nothing', 'a.ts', 'run();\n'],
  ['a comment below the first statement', 'a.ts', "import a from 'a';\n// Totals of a cart.\n"],
  ['a comment behind the first statement', 'a.ts', "import a from 'a'; // what is used\n"],
  ['a comment in a string', 'a.ts', "const a = '// Totals of a cart.';\n"],
  ['a shebang alone', 'a.ts', '#!/usr/bin/env node\nrun();\n'],
  ['a licence alone', 'a.ts', `${block(MIT)}run();\n`],
  ['another licence alone', 'a.ts', `${block(APACHE)}run();\n`],
  ['a holder alone', 'a.ts', '// Copyright Acme Inc.\nrun();\n'],
  ['a short licence alone', 'a.ts', '// SPDX-License-Identifier: Apache-2.0\nrun();\n'],
  ["'use strict' alone", 'a.js', "'use strict';\nrun();\n"],
  ['directives alone', 'a.ts', '// @ts-check\n/* eslint-disable no-console */\n/* global $, jQuery */\nrun();\n'],
  ['a line', 'a.ts', '// ---------------\nrun();\n'],
  ['an empty comment', 'a.ts', '/**\n *\n */\nrun();\n'],
  ['a tag alone', 'a.ts', '/** @file */\nrun();\n'],
  ['its own name', 'a.ts', '// src/cart/total.ts\nrun();\n'],
  ['an encoding alone', 'a.py', '# -*- coding: utf-8 -*-\nimport os\n'],
  ['a docstring below an import', 'a.py', 'import os\n"""Totals of a cart."""\n'],
  ['a string that is used', 'a.py', '__doc__ = """Totals of a cart."""\n'],
  ['a magic comment alone', 'a.rb', '# frozen_string_literal: true\nclass Cart; end\n'],
  ['a build tag alone', 'a.go', '//go:build linux\n\npackage cart\n'],
  ['a comment of a class', 'a.java', 'package cart;\n\n/** Totals of a cart. */\nclass Cart {}\n'],
  ['its author alone', 'a.ts', '/** @author Jane Doe */\nrun();\n'],
  ['its author and date alone', 'a.py', '# Author: Jane Doe\n# Created: January 2024\nimport os\n'],
  ['what is to do alone', 'a.ts', '// TODO: clean this up\nrun();\n'],
  [
    'what an editor puts there',
    'a.swift',
    '//\n//  Cart.swift\n//  Shop\n//\n//  Created by Jane on 1/2/24.\n//\nimport X\n',
  ],
  [
    'a tag of its owner',
    'a.cs',
    '// <copyright file="A.cs">\n// Copyright (c) Acme.\n// </copyright>\nusing System;\n',
  ],
  ['what the analyzer is told', 'a.dart', '// ignore_for_file: public_member_api_docs\nlibrary cart;\n'],
  ['what a script requires', 'a.ps1', '#Requires -Version 7.0\nGet-Item\n'],
  [
    'a holder as REUSE has it',
    'a.ts',
    '// SPDX-FileCopyrightText: 2024 Jane Doe\n// SPDX-License-Identifier: MIT\nrun();\n',
  ],
  ...LICENCES.map((lines) => [`${lines[0]?.slice(0, 30)}`, 'a.ts', `${block(lines)}run();\n`] as const),
  ['a pragma alone', 'a.hs', '{-# LANGUAGE OverloadedStrings #-}\nmodule Cart where\n'],
];

describe('a header', () => {
  test.each(WITH)('is there: %s in %s', (_what, name, text) => {
    expect(read(text, name).header).toMatch(/total|licence|copyright|globals|cart|購/i);
  });

  test.each(WITHOUT)('is not there: %s in %s', (_what, name, text) => {
    expect(read(text, name).header).toBeNull();
  });

  test('is kept short', () => expect(read(`// ${'a'.repeat(5000)}`).header).toHaveLength(100));
});

describe('a file that a program made', () => {
  test.each([
    ['a.go', '// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a\n'],
    ['a.ts', '/** @generated by the schema */\n'],
    ['a.ts', '/* eslint-disable */\n// This file was automatically generated. Do not modify it.\n'],
    ['a.cs', '// <auto-generated>\n// </auto-generated>\n'],
    ['a.py', '# Generated by the protocol compiler.  DO NOT EDIT!\n'],
    ['a.rs', '// This file is automatically @generated by cargo.\n'],
  ])('says so: %s %j', (name, text) => expect(read(text, name).isGenerated).toBe(true));

  test.each([
    ['a.ts', '// Ids that are auto-generated for orders.\n'],
    ['a.ts', '// Where generated files are kept.\n'],
    ['a.ts', 'run();\n// Code generated by x. DO NOT EDIT.\n'],
    ['a.ts', "const a = '@generated';\n"],
  ])('is not every one that speaks of that: %s %j', (name, text) => expect(read(text, name).isGenerated).toBe(false));
});

"""What pyproject.toml allows us to run with is what the tests ran with."""

import tomllib
from importlib.metadata import version

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.helpers.shell import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NEEDED = [Requirement(line) for line in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["postgres"]]


@pytest.mark.parametrize("needed", NEEDED, ids=lambda needed: needed.name)
def test_the_installed_version_is_an_allowed_one(needed: Requirement) -> None:
    assert needed.specifier.contains(version(needed.name))


@pytest.mark.parametrize("needed", NEEDED, ids=lambda needed: needed.name)
def test_below_one_the_next_minor_version_is_not_allowed_yet(needed: Requirement) -> None:
    """Before 1.0 any minor version may break us. Whoever raises a bound installs that version and runs the tests."""
    installed = Version(version(needed.name))
    if installed.major == 0:
        assert needed.specifier.contains(f"0.{installed.minor}.9999"), "a mend of the version tested may be used"
        assert not needed.specifier.contains(f"0.{installed.minor + 1}")

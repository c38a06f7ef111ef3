// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./Tokens.sol";

/* What the sandbox's EVM chains have beside the published contracts: the tokens that the probe is tried on
 * (test/differential/evm-security/contracts/Tokens.sol) with names, and a contract that makes many calls. */

abstract contract Named {
    string public name;
    string public symbol;

    constructor(string memory name_, string memory symbol_) {
        (name, symbol) = (name_, symbol_);
    }
}

contract NamedTrap is Trap, Named {
    constructor(uint256 m, uint256 p_, uint256 q_, uint8 d, uint256 s, string memory n, string memory y)
        Trap(m, p_, q_, d, s)
        Named(n, y)
    {}
}

contract NamedHealthy is Healthy, Named {
    constructor(uint256 m, uint256 p_, uint256 q_, uint8 d, uint256 s, string memory n, string memory y)
        Healthy(m, p_, q_, d, s)
        Named(n, y)
    {}
}

contract NamedSilent is Silent, Named {
    constructor(uint256 m, uint256 p_, uint256 q_, uint8 d, uint256 s, string memory n, string memory y)
        Silent(m, p_, q_, d, s)
        Named(n, y)
    {}
}

contract NamedReflecting is Reflecting, Named {
    constructor(uint256 m, uint256 p_, uint256 q_, uint8 d, uint256 s, string memory n, string memory y)
        Reflecting(m, p_, q_, d, s)
        Named(n, y)
    {}
}

/// Answers `aggregate3` as the contract Multicall3 does, which stands at one address on most chains.
contract Multicall {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 at = 0; at < calls.length; at++) {
            (bool isDone, bytes memory said) = calls[at].target.call(calls[at].callData);
            require(isDone || calls[at].allowFailure, "a call failed");
            results[at] = Result(isDone, said);
        }
    }
}
